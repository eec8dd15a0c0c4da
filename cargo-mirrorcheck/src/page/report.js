// One view at a time, and examples that a fragment filters: #run-3, #examples-3?status=failed&text=node
"use strict";

document.body.classList.add("scripted");
for (const each of document.querySelectorAll("[data-copy], [data-filters]")) each.hidden = false;

// Of each section, its examples with what they are filtered by.
const found = new Map();
function examplesOf(section) {
  if (!found.has(section)) {
    found.set(section, [...section.querySelectorAll("[data-example]")].map((article) => {
      const data = JSON.parse(article.dataset.example);
      data.features = new Map(data.features);
      data.text = (article.querySelector("pre.value")?.textContent ?? "").toLowerCase();
      return [article.closest("li"), data];
    }));
  }
  return found.get(section);
}

const number = (text) => (text.trim() === "" ? NaN : Number(text));

// A name up to the first `:` that is not escaped, and what follows it.
function split(pair) {
  const [, name, value] = /^((?:\\.|[^\\:])*):(.*)$/s.exec(pair) || [null, pair, ""];
  return [unescaped(name), value];
}

function splitLast(pair) {
  const at = pair.lastIndexOf(":");
  return [unescaped(pair.slice(0, Math.max(at, 0))), pair.slice(at + 1)];
}

const unescaped = (name) => name.replace(/\\(.)/gs, "$1");

// The most frequent values of a feature, as its chart has them.
function frequent(section, feature, most) {
  const run = document.getElementById(section.id.replace("examples", "run"));
  const all = [...run.querySelectorAll("[data-is]")].map((each) => JSON.parse(each.dataset.is));
  return new Set(all.filter(([name]) => name === feature).slice(0, most).map(([, value]) => value));
}

// `2..5`, `2..=5`, `..5`, `2..`
function range(text) {
  const dots = text.indexOf("..");
  if (dots < 0) return null;
  const low = text.slice(0, dots);
  let high = text.slice(dots + 2);
  const closed = high.startsWith("=");
  if (closed) high = high.slice(1);
  const from = low === "" ? -Infinity : number(low);
  const to = high === "" ? Infinity : number(high);
  return (value) => value >= from && (value < to || (closed && value <= to) || high === "");
}

function valueOf(name, data) {
  if (name === "#case") return data.case;
  if (name === "#size") return data.size;
  if (name === "#seconds") return data.seconds;
  if (name.startsWith("time:")) return undefined;
  return data.features.has(name) ? number(data.features.get(name)) : NaN;
}

// Whether a term holds; undefined if a report does not have what it asks for. An example stands for all cases of its
// representation, of which the first was new and all others were not.
function holds(section, name, value, data) {
  switch (name) {
    case "status": return data.status === value;
    case "unique": return value === "yes" || data.count > 1;
    case "how": return data.how === value;
    case "text": return data.text.includes(value.toLowerCase());
    case "same": return data.same === value.toLowerCase();
    case "is": {
      const [feature, wanted] = split(value);
      const actual = data.features.get(feature);
      return actual !== undefined && (actual === wanted || number(actual) === number(wanted));
    }
    case "rare": {
      const [feature, most] = splitLast(value);
      const actual = data.features.get(feature);
      return actual !== undefined && !frequent(section, feature, number(most)).has(actual);
    }
    case "in": {
      const [feature, bounds] = splitLast(value);
      const within = range(bounds);
      const actual = within ? valueOf(feature, data) : undefined;
      return actual === undefined || actual === null ? undefined : within(actual);
    }
    default: return undefined;
  }
}

// A term for people, as the served page says it.
function words(name, value) {
  switch (name) {
    case "unique": return value === "yes" ? "the first of its kind" : "a duplicate";
    case "how": return `made by: ${value}`;
    case "text": return `contains “${value}”`;
    case "same": return "this value";
    case "is": return split(value).filter((part) => part !== "").join(" is ");
    case "rare": return `${splitLast(value)[0]} is none of its ${splitLast(value)[1]} most frequent values`;
    case "in": return inWords(...splitLast(value));
    default: return value;
  }
}

function inWords(feature, bounds) {
  const name = feature === "#case" ? "number in the run" : feature.replace(/^#/, "");
  const [from, end] = bounds.split(/\.\.(?!\.)/);
  const closed = (end ?? "").startsWith("=");
  const to = (end ?? "").replace(/^=/, "");
  if (from !== "" && to !== "") {
    if (closed) return from === to ? `${name} is ${from}` : `${name} is ${from} to ${to}`;
    return `${name} is ${from} or more, below ${to}`;
  }
  if (from !== "") return `${name} is ${from} or more`;
  return to === "" ? `${name} is a number` : `${name} is ${closed ? "at most" : "below"} ${to}`;
}

// How many cases an example stands for.
function many(data, terms) {
  const unique = terms.filter(([name]) => name === "unique").map(([, value]) => value);
  if (unique.includes("yes")) return 1;
  return unique.includes("no") ? data.count - 1 : data.count;
}

const fragment = (section, terms) => `#${section.id}?${new URLSearchParams(terms)}`;

function filter(section, query) {
  const terms = [...new URLSearchParams(query)].filter(([, value]) => value !== "");
  const undecided = new Set();
  let groups = 0;
  let cases = 0;
  for (const [item, data] of examplesOf(section)) {
    item.hidden = !terms.every(([name, value]) => {
      const held = holds(section, name, value, data);
      if (held === undefined) undecided.add(words(name, value));
      return held !== false;
    });
    if (!item.hidden) {
      groups += 1;
      cases += many(data, terms);
    }
    // A feature is added to the terms that are there.
    for (const link of item.querySelectorAll("a.chip")) {
      link.dataset.own ||= link.getAttribute("href").split("?")[1] || "";
      const own = [...new URLSearchParams(link.dataset.own)];
      const rest = terms.filter(([name, value]) => !own.some((each) => each[0] === name && each[1] === value));
      link.setAttribute("href", fragment(section, [...rest, ...own]));
    }
  }
  section.querySelector("[data-matching]").textContent =
    terms.length ? `${groups.toLocaleString("en")} different (${cases.toLocaleString("en")} cases) match. ` : "";
  const note = section.querySelector("[data-undecided]");
  note.hidden = undecided.size === 0;
  note.textContent = `This report does not have what decides “${[...undecided].join("”, “")}”: all cases pass it.`;
  chips(section, terms);
}

function chips(section, terms) {
  section.querySelector("[data-chips]").replaceChildren(...terms.map(([name, value], at) => {
    const link = document.createElement("a");
    link.className = "chip on";
    link.href = fragment(section, terms.filter((_, other) => other !== at));
    link.setAttribute("aria-label", `Remove: ${words(name, value)}`);
    const text = document.createElement("bdi");
    text.textContent = words(name, value);
    const x = document.createElement("span");
    x.className = "x";
    x.textContent = " ×";
    link.append(text, x);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  for (const button of section.querySelectorAll("button[data-term]")) {
    const [name, value] = button.dataset.term.split("=");
    const on = terms.some((term) => term[0] === name && term[1] === value);
    button.classList.toggle("on", on);
    button.setAttribute("aria-pressed", on);
  }
}

const termsNow = () => [...new URLSearchParams(location.hash.split("?").slice(1).join("?"))];

function show() {
  const [, id, query] = /^#?([^?]*)\??(.*)$/s.exec(location.hash);
  const target = (id && document.getElementById(id)) || document.getElementById("overview");
  const section = target.closest(".view") || document.querySelector(".view.shown") || document.getElementById("overview");
  const changed = !section.classList.contains("shown");
  for (const each of document.querySelectorAll(".view")) each.classList.toggle("shown", each === section);
  if ("examples" in section.dataset) filter(section, query);
  if (changed) {
    if (target === section) scrollTo(0, 0);
    else target.scrollIntoView();
    const heading = section.querySelector("h1, h2, h3");
    heading.tabIndex = -1;
    if (location.hash) heading.focus({ preventScroll: true });
  }
}

addEventListener("hashchange", show);

document.addEventListener("click", async (event) => {
  const quick = event.target.closest("button[data-term]");
  if (quick) {
    const [name, value] = quick.dataset.term.split("=");
    const rest = termsNow().filter((term) => term[0] !== name);
    const on = quick.classList.contains("on");
    location.hash = fragment(quick.closest(".view"), on ? rest : [...rest, [name, value]]);
  }
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    try {
      await navigator.clipboard.writeText(copy.dataset.copy);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Not copied";
    }
    setTimeout(() => { copy.textContent = "Copy"; }, 1500);
  }
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.querySelector("input[name=text]");
  if (!field || !field.value) return;
  location.hash = fragment(field.closest(".view"), [...termsNow(), ["text", field.value]]);
  field.value = "";
});

document.addEventListener("input", (event) => {
  const field = event.target.closest("[data-find] input");
  if (!field) return;
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const each of document.querySelectorAll("[data-property]")) {
    const text = each.textContent.toLowerCase();
    each.hidden = !wanted.every((word) => text.includes(word));
    shown += each.hidden ? 0 : 1;
  }
  document.querySelector("[data-none]").hidden = shown > 0;
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

show();
