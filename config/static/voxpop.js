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

// A button that draws a chart into a PNG.
for (const button of document.querySelectorAll("[data-png]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => {
        const link = document.createElement("a");
        [link.href, link.download] = [URL.createObjectURL(blob), "chart.png"];
        link.click();
        URL.revokeObjectURL(link.href);
      });
    });
    image.src = button.dataset.png;
  });
}
