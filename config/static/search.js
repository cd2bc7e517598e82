// Hides the rows of a published site's search page that lack a word.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const q = document.getElementById("q");
const found = document.getElementById("found");
const rows = [...document.querySelectorAll("#rows > li")].map((row) => [row, fold(row.textContent)]);
q.hidden = false;
q.addEventListener("input", () => {
  const words = fold(q.value).split(/\s+/).filter(Boolean);
  let number = 0;
  for (const [row, text] of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    number += !row.hidden;
  }
  found.textContent = `${number} found`;
});
