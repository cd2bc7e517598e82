// Better with it, whole without it.
// The editor that Datasette makes of the field for SQL, when the page is there, has no name.
addEventListener("load", () => {
  for (const editor of document.querySelectorAll(".cm-content, .CodeMirror textarea")) editor.ariaLabel ||= "SQL";
});

// The picture in which a post was read, if no capture holds it: its page was saved with a folder of pictures.
for (const image of document.querySelectorAll(".read-picture img")) {
  const tell = () => {
    image.hidden = true;
    image.nextElementSibling.textContent = "Read in a picture that no capture holds: letters may be wrong.";
  };
  image.addEventListener("error", tell);
  if (image.complete && image.currentSrc && !image.naturalWidth) tell();
}

// A button that copies a text, or the address of a link.
for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.getAttribute("href") || source.textContent);
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
        link.href = URL.createObjectURL(blob);
        link.download = new URL(image.src).pathname.split("/").pop().replace(/svg$/, "png");
        link.click();
        URL.revokeObjectURL(link.href);
      });
    });
    image.src = button.dataset.png;
  });
}

// Keys for readers, on our own pages alone; they can be turned off, as some readers type by voice.
const KEYS = { "/": "search", j: "next", k: "previous", "?": "these keys" };
const help = () => {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", "Keys");
  const list = dialog.appendChild(document.createElement("dl"));
  for (const [key, words] of Object.entries(KEYS)) {
    list.appendChild(document.createElement("dt")).textContent = key;
    list.appendChild(document.createElement("dd")).textContent = words;
  }
  const form = dialog.appendChild(document.createElement("form"));
  form.method = "dialog";
  const off = form.appendChild(document.createElement("button"));
  off.textContent = "Turn keys off";
  off.addEventListener("click", () => localStorage.setItem("voxpop-keys", "off"));
  form.appendChild(document.createElement("button")).textContent = "Close";
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
};
const move = (step) => {
  const rows = [...document.querySelectorAll("main :is(.post, .quote, .headline, .lost, .pair):not(.lost *)")].filter((row) => row.offsetParent);
  const at = rows.indexOf(document.activeElement.closest?.("[data-reached]"));
  const next = rows[Math.min(at + step, rows.length - 1)];
  if (!next) return;
  document.querySelector("[data-reached]")?.removeAttribute("data-reached");
  next.dataset.reached = "";
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
};
if (document.body.matches(".vp") && localStorage.getItem("voxpop-keys") !== "off") {
  addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, select, textarea, dialog *") || event.target.isContentEditable;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
    event.preventDefault();
    if (event.key === "/") document.querySelector("#q, #find")?.focus();
    else if (event.key === "?") help();
    else move(event.key === "j" ? 1 : -1);
  });
}
