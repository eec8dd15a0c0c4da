// What a served page and a report have in common: buttons that copy, and everything open on paper.
"use strict";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not copied";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
});

addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details:not([open])")) {
    each.open = true;
    each.dataset.printed = "";
  }
});
addEventListener("afterprint", () => {
  for (const each of document.querySelectorAll("details[data-printed]")) {
    each.open = false;
    delete each.dataset.printed;
  }
});

