// Keeps the page as it is in the files: what is typed, open, scrolled to and in focus stays.

const live = document.querySelector("[data-live]");
let version = document.body.dataset.version;

function say(state, words) {
  if (live && (live.dataset.state !== state || live.textContent !== words)) {
    live.dataset.state = state;
    live.textContent = words;
  }
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/version", { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    // The second line is what is going on, if somebody says it.
    const [now, doing] = (await answer.text()).trim().split("\n");
    if (now !== version && isSelecting()) return say("waiting", "waiting while text is selected");
    if (now !== version) await swap();
    say("live", doing || "live");
  } catch {
    say("gone", "not connected");
  }
}

// What is selected to be copied would be lost.
function isSelecting() {
  const selection = getSelection();
  return !selection.isCollapsed && document.querySelector("main").contains(selection.anchorNode);
}

// Answers come one after the other, however long each takes.
async function watch() {
  await look();
  setTimeout(watch, 500);
}

async function swap() {
  const asked = location.href;
  const answer = await fetch(asked, { cache: "no-store" });
  if (!answer.ok && answer.status !== 404) throw new Error(answer.statusText);
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  // Somebody went on typing, which asks again.
  if (asked !== location.href) return;
  const from = document.querySelector("main");
  const to = next.querySelector("main");
  if (!from || !to) return;
  if (from.innerHTML !== to.innerHTML) {
    const kept = keep(from);
    from.replaceChildren(...document.adoptNode(to).childNodes);
    restore(from, kept);
    prepare();
  }
  document.title = next.title;
  version = next.body.dataset.version;
}

const fields = (main) => [...main.querySelectorAll("input:not([type=hidden]), select, textarea")];
const nameOf = (each) => [each.tagName, each.id, each.name, each.form && each.form.getAttribute("action")].join(" ");

// An element is told by what does not change with its numbers, and by its place among those that are alike.
function pathOf(main, element) {
  const like = element.id ? `#${CSS.escape(element.id)}`
    : element.hasAttribute("href") ? `a[href="${CSS.escape(element.getAttribute("href"))}"]`
    : element.tagName === "SUMMARY" ? `[data-key="${CSS.escape(element.parentElement.dataset.key || "")}"] > summary`
    : element.name ? `${element.tagName}[name="${CSS.escape(element.name)}"]`
    : element.tagName;
  return [like, [...main.querySelectorAll(like)].indexOf(element)];
}

function keep(main) {
  const focus = main.contains(document.activeElement) && document.activeElement !== main ? document.activeElement : null;
  return {
    scroll: [scrollX, scrollY],
    inner: [...main.querySelectorAll(".scroll")].map((each) => [each.scrollLeft, each.scrollTop]),
    open: [...main.querySelectorAll("details[open][data-key]")].map((each) => each.dataset.key),
    typed: fields(main).map((each) => [nameOf(each), each.value, each.value !== start.get(each)]),
    focus: focus && pathOf(main, focus),
    selection: focus && "selectionStart" in focus ? [focus.selectionStart, focus.selectionEnd] : null,
  };
}

function restore(main, kept) {
  for (const each of main.querySelectorAll("details[data-key]")) each.open = kept.open.includes(each.dataset.key);
  for (const each of fields(main)) {
    start.set(each, each.value);
    const typed = kept.typed.find(([name, , changed]) => changed && name === nameOf(each));
    if (typed) each.value = typed[1];
  }
  if (kept.focus) {
    const element = main.querySelectorAll(kept.focus[0])[kept.focus[1]];
    if (element) {
      element.focus({ preventScroll: true });
      if (kept.selection && kept.selection[0] !== null) element.setSelectionRange(...kept.selection);
    }
  }
  [...main.querySelectorAll(".scroll")].forEach((each, at) => kept.inner[at] && each.scrollTo(...kept.inner[at]));
  scrollTo(...kept.scroll);
}

// What fields held when the page came: only what is changed is kept.
const start = new WeakMap();

function prepare() {
  for (const each of document.querySelectorAll("[data-copy]")) each.hidden = false;
  for (const each of fields(document)) if (!start.has(each)) start.set(each, each.value);
}

// The server finds: it knows also what is not shown.
let typing;
document.addEventListener("input", (event) => {
  if (!event.target.closest("[data-find]")) return;
  const url = new URL(location.href);
  if (event.target.value) url.searchParams.set("find", event.target.value);
  else url.searchParams.delete("find");
  history.replaceState(null, "", url);
  clearTimeout(typing);
  typing = setTimeout(() => swap().catch(() => say("gone", "not connected")), 150);
});

document.addEventListener("submit", (event) => {
  if (event.target.closest("[data-find]")) event.preventDefault();
});

prepare();
if (version !== undefined) {
  watch();
  document.addEventListener("visibilitychange", look);
}
