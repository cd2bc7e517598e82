// Better with it, whole without it.
// The editor that Datasette makes of the field for SQL, when the page is there, has no name.
addEventListener("load", () => {
  for (const editor of document.querySelectorAll(".cm-content, .CodeMirror textarea")) editor.ariaLabel ||= "SQL";
});

// A button that copies a text, or the address of a link.
for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.href || source.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}
