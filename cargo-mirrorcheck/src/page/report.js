// One view at a time, and examples that a fragment filters: #run-3, #examples-3?status=failed&text=node

document.body.classList.add("scripted");
for (const each of document.querySelectorAll("[data-copy], [data-filters]")) each.hidden = false;

// Of each section, what is known of its run, and its examples with what they are filtered by.
const found = new Map();
function known(section) {
  if (!found.has(section)) {
    const run = JSON.parse(section.dataset.examples);
    run.numbers = new Set(run.numbers);
    run.totals = new Map(run.totals.map(([query, count]) => [keyOf([...new URLSearchParams(query)]), count]));
    run.examples = [...section.querySelectorAll("[data-example]")].map((article) => {
      const data = JSON.parse(article.dataset.example);
      data.features = new Map(data.features);
      data.text = (article.querySelector("pre.value")?.textContent ?? "").toLowerCase();
      let before = 0;
      data.cases = data.cases.map((more) => (before += more));
      return [article.closest("li"), data];
    });
    found.set(section, run);
  }
  return found.get(section);
}

// Terms in any order are the same filter.
const keyOf = (terms) => JSON.stringify(terms.map((term) => JSON.stringify(term)).sort());

// Decimal numbers only, as the server reads them: a text such as 0x10 is none.
function number(text) {
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

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

function valueOf(run, name, data) {
  if (name === "#size") return data.size;
  if (data.features.has(name) || run.numbers.has(name)) {
    return run.numbers.has(name) ? number(data.features.get(name) ?? "") : NaN;
  }
  return name.startsWith("time:") ? undefined : NaN;
}

// Whether a value of a feature is the wanted one: as numbers where all its values are numbers, else as texts.
function isSame(run, feature, actual, wanted) {
  if (!run.numbers.has(feature)) return actual === wanted;
  const [one, other] = [number(actual), number(wanted)];
  const isNone = (text) => /^[+-]?nan$/i.test(text);
  return one === other || (isNone(actual) && isNone(wanted));
}

// Whether a term holds of all cases of an example; undefined if a report does not have what it asks for.
function holds(section, name, value, data) {
  const run = known(section);
  switch (name) {
    case "status": return data.status === value;
    case "how": return data.how === value;
    case "text": return data.text.includes(value.toLowerCase());
    case "same": return data.same === value.toLowerCase().padStart(16, "0");
    case "is": {
      const [feature, wanted] = split(value);
      const actual = data.features.get(feature);
      return actual !== undefined && isSame(run, feature, actual, wanted);
    }
    case "rare": {
      const [feature, most] = splitLast(value);
      const actual = data.features.get(feature);
      return actual !== undefined && !frequent(section, feature, number(most)).has(actual);
    }
    case "in": {
      const [feature, bounds] = splitLast(value);
      const within = range(bounds);
      const actual = within ? valueOf(run, feature, data) : undefined;
      return actual === undefined ? undefined : within(actual);
    }
    default: return undefined;
  }
}

// What differs between the cases of an example: whether one was the first of its kind, its number and its time.
function ofCase([name, value]) {
  if (name === "unique") return (data, at) => (data.first && at === 0) === (value === "yes");
  const [feature, bounds] = name === "in" ? splitLast(value) : [];
  const within = feature === "#case" || feature === "#seconds" ? range(bounds) : null;
  if (!within) return null;
  if (feature === "#case") return (data, at) => within(data.cases[at]);
  return (data, at) => data.seconds[at] !== null && within(Math.fround(data.seconds[at]));
}

// How many cases of an example match, and whether there may be more.
function many(data, terms) {
  const own = terms.map(ofCase).filter(Boolean);
  const listed = data.cases.filter((_, at) => own.every((holds) => holds(data, at))).length;
  const others = data.count - data.cases.length;
  // Of those that are not listed is known that none was the first of its kind.
  const isKnown = terms.every((term) => term[0] === "unique" || !ofCase(term));
  const hasOthers = !terms.some(([name, value]) => name === "unique" && value === "yes");
  return [listed + (isKnown && hasOthers ? others : 0), others > 0 && hasOthers && !isKnown];
}

// How many cases match in all, also those that are not in the report; undefined if that is not known.
function total(run, terms) {
  if (terms.length === 0 || run.here === run.cases) return undefined;
  const [name, value] = terms[0];
  const [feature, bounds] = terms.length === 1 && name === "in" ? splitLast(value) : [];
  const within = feature === "#case" ? range(bounds) : null;
  if (!within) return run.totals.get(keyOf(terms));
  let count = 0;
  for (let at = 0; at < run.cases; at += 1) count += within(at) ? 1 : 0;
  return count;
}

// A term for people, as the served page says it.
function words(name, value) {
  switch (name) {
    case "unique": return value === "yes" ? "the first of its kind" : "a duplicate";
    case "how": return value === "" ? "made in an unknown way" : `made by: ${value}`;
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

const fragment = (section, terms) => `#${section.id}?${new URLSearchParams(terms)}`;

function filter(section, query) {
  const terms = [...new URLSearchParams(query)].filter(([name]) => name !== "");
  const run = known(section);
  const undecided = new Set();
  const different = new Set();
  let cases = 0;
  let mayBeMore = false;
  let isCut = 0;
  for (const [item, data] of run.examples) {
    const against = terms.filter((term) => !ofCase(term)).filter(([name, value]) => {
      const held = holds(section, name, value, data);
      if (held === undefined) undecided.add(words(name, value));
      return held === false;
    });
    const [matching, more] = many(data, terms);
    item.hidden = against.length > 0 || (matching === 0 && !more);
    if (!item.hidden) {
      different.add(data.same);
      cases += matching;
      mayBeMore ||= more;
    }
    if (data.cut && against.length > 0 && against.every(([name]) => name === "text")) isCut += 1;
    // A feature is added to the terms that are there.
    for (const link of item.querySelectorAll("a.chip")) {
      link.dataset.own ||= link.getAttribute("href").split("?")[1] || "";
      const own = [...new URLSearchParams(link.dataset.own)];
      const rest = terms.filter(([name, value]) => !own.some((each) => each[0] === name && each[1] === value));
      link.setAttribute("href", fragment(section, [...rest, ...own]));
    }
  }
  section.querySelector("[data-matching]").textContent =
    terms.length ? matchingText(run, different.size, cases, mayBeMore, total(run, terms)) : "";
  const notes = [];
  if (undecided.size) {
    notes.push(`This report does not have what decides “${[...undecided].join("”, “")}”: all cases pass it.`);
  }
  if (isCut) notes.push(`Long cases are cut in this report: ${counted(isCut, "more", "more")} may have this text further on.`);
  if (mayBeMore) notes.push("Of values with very many cases, only the first are known by number and time.");
  const note = section.querySelector("[data-undecided]");
  note.hidden = notes.length === 0;
  note.textContent = notes.join(" ");
  chips(section, terms);
}

const counted = (count, one, more) => `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

function matchingText(run, different, cases, mayBeMore, all) {
  const many = different.toLocaleString("en");
  if (all !== undefined && cases < all) {
    if (cases === 0 && !mayBeMore && all === 1) return "Its only case is not in this report. ";
    if (cases === 0 && !mayBeMore) return `None of its ${counted(all, "case", "cases")} is in this report. `;
    return `${cases.toLocaleString("en")} of its ${counted(all, "case", "cases")} are in this report, ${many} different. `;
  }
  const those = all === undefined && run.here < run.cases ? " of those in this report" : "";
  return `${many} different (${mayBeMore ? "at least " : ""}${counted(cases, "case", "cases")})${those} ${different === 1 ? "matches" : "match"}. `;
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

document.addEventListener("click", (event) => {
  const quick = event.target.closest("button[data-term]");
  if (quick) {
    const [name, value] = quick.dataset.term.split("=");
    const rest = termsNow().filter((term) => term[0] !== name);
    const on = quick.classList.contains("on");
    location.hash = fragment(quick.closest(".view"), on ? rest : [...rest, [name, value]]);
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

show();
