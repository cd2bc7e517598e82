// Better with it, whole without it. On Datasette's own pages: what a screen reader needs and Datasette lacks.
document.documentElement.lang ||= "en";
const NAMES = {
  "select[name^=_filter_column]": "Column",
  "select[name^=_filter_op]": "Comparison",
  ".filter-value": "Value",
  ".filters select[name=_sort]": "Sort by",
};
for (const [selector, name] of Object.entries(NAMES)) {
  for (const control of document.querySelectorAll(selector)) {
    if (!control.labels?.length && !control.ariaLabel) control.ariaLabel = name;
  }
}

// A button that copies a citation.
for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}
