/**
 * Adds to the API reference what needs a script: a field that finds endpoints by name or path (focused by "/"), the mark of the
 * operation that is read, and buttons that copy code.
 */
export const REFERENCE_SCRIPT = `
const nav = document.getElementById("all");
const groups = [...nav.querySelectorAll("details")];
const links = [...nav.querySelectorAll("a")];
const box = document.createElement("input");
box.type = "search";
box.placeholder = "Find an endpoint";
box.setAttribute("aria-label", "Find an endpoint");
box.setAttribute("aria-keyshortcuts", "/");
const none = document.createElement("p");
none.className = "none";
none.setAttribute("role", "status");
nav.prepend(box, none);
let current;
box.oninput = () => {
  const words = box.value.toLowerCase().split(" ").filter(Boolean);
  let found = 0;
  for (const group of groups) {
    let hits = 0;
    for (const link of group.querySelectorAll("a")) {
      const text = (link.textContent + " " + link.title).toLowerCase();
      const isHit = words.length === 0 || (link.title !== "" && words.every((word) => text.includes(word)));
      link.parentElement.hidden = !isHit;
      hits += isHit ? 1 : 0;
    }
    group.hidden = hits === 0;
    group.open = words.length > 0 ? hits > 0 : group.contains(current);
    found += hits;
  }
  none.textContent = found ? "" : "No endpoint matches.";
};
box.onkeydown = (event) => {
  if (event.key !== "Enter" || !box.value) return;
  const first = links.find((link) => link.title && !link.parentElement.hidden);
  if (first) first.click();
};
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === box) return;
  event.preventDefault();
  box.focus();
});
const seen = new IntersectionObserver((entries) => {
  const entry = entries.find((one) => one.isIntersecting);
  const link = entry && links.find((one) => one.hash === "#" + entry.target.id);
  if (!link || link === current) return;
  if (current) current.removeAttribute("aria-current");
  current = link;
  link.setAttribute("aria-current", "true");
  if (box.value) return;
  for (const group of groups) if (group.contains(link)) group.open = true;
  if (getComputedStyle(nav).position === "sticky") nav.scrollTop = link.offsetTop - nav.clientHeight / 3;
}, { rootMargin: "-10% 0px -80% 0px" });
for (const article of document.querySelectorAll("article[id]")) seen.observe(article);
for (const pre of document.querySelectorAll("figure pre")) {
  const button = document.createElement("button");
  button.textContent = "Copy";
  button.onclick = async () => {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  pre.previousElementSibling.append(button);
}
`;
