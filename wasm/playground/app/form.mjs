// A table of fields <-> a form over a flat record: what is left as it is stays unset.

import { el } from "./dom.mjs";

/**
 * @typedef {import("../types").Flat} Flat
 * @typedef {import("./fields.mjs").Field} Field
 */

/**
 * @param {HTMLElement} root
 * @param {Field[]} fields
 * @param {string} at the path of the record in a request
 * @param {() => Flat} record
 * @param {() => void} changed
 * @returns {{show: () => void, setRules: (ids: string[]) => void}}
 */
export function drawForm(root, fields, at, record, changed) {
  /** @type {string[]} */
  let rules = [];
  /** @type {(() => void)[]} */
  const shows = [];
  /** @type {() => void} */
  let drawRules = () => {};

  for (const field of fields) {
    const set = /** @param {unknown} value */ (value) => {
      const flat = record();
      if (value === undefined) delete flat[field.path];
      else flat[field.path] = value;
      changed();
    };
    if (field.form === "rules") {
      const list = el("div", { class: "rules" });
      drawRules = () => {
        const off = /** @type {string[]} */ (record()[field.path] ?? []);
        list.replaceChildren(
          ...rules.map((id) => {
            const box = el("input", { type: "checkbox", checked: !off.includes(id) });
            box.addEventListener("change", () => {
              const now = rules.filter((each) =>
                each === id ? !box.checked : /** @type {string[]} */ (record()[field.path] ?? []).includes(each),
              );
              set(now.length > 0 ? now : undefined);
            });
            return el("label", { class: "check" }, box, el("code", {}, id));
          }),
        );
      };
      root.append(
        el(
          "fieldset",
          { class: "field tall", data: { path: `${at}.${field.path}` } },
          el("legend", {}, field.label),
          list,
        ),
      );
      shows.push(() => drawRules());
      continue;
    }
    const { input, show } = draw(field, () => record()[field.path], set);
    const label =
      field.form === "flag"
        ? el("label", { class: "check" }, input, field.label)
        : el("label", {}, el("span", {}, field.label), input);
    root.append(
      el(
        "div",
        { class: field.form === "lines" ? "field tall" : "field", data: { path: `${at}.${field.path}` } },
        label,
      ),
    );
    shows.push(show);
  }

  return {
    show: () => {
      for (const show of shows) show();
    },
    setRules: (ids) => {
      rules = ids;
      drawRules();
    },
  };
}

/**
 * @param {Field} field
 * @param {() => any} get
 * @param {(value: unknown) => void} set
 * @returns {{input: HTMLElement, show: () => void}}
 */
function draw({ form, on = false, choices = [], unset }, get, set) {
  if (form === "flag") {
    const input = el("input", { type: "checkbox" });
    input.addEventListener("change", () => set(input.checked === on ? undefined : input.checked));
    return { input, show: () => (input.checked = get() ?? on) };
  }
  if (form === "choice") {
    const input = el("select", {}, ...choices.map(([value, label]) => new Option(label, value)));
    input.addEventListener("change", () => set(input.value || undefined));
    return { input, show: () => (input.value = get() ?? "") };
  }
  if (form === "lines") {
    const input = el("textarea", { rows: 3, placeholder: unset, spellcheck: false });
    input.addEventListener("input", () => {
      const lines = input.value.split("\n").filter((line) => line.trim() !== "");
      set(lines.length > 0 ? lines : undefined);
    });
    return { input, show: () => (input.value = (get() ?? []).join("\n")) };
  }
  if (form === "text") {
    const input = el("input", { type: "text", placeholder: unset, spellcheck: false, autocomplete: "off" });
    input.addEventListener("input", () => set(input.value || undefined));
    return { input, show: () => (input.value = get() ?? "") };
  }
  const input = el("input", { type: "number", min: 0, step: form === "share" ? 0.05 : 1, placeholder: unset });
  input.addEventListener("input", () => set(input.value === "" ? undefined : Number(input.value)));
  return { input, show: () => (input.value = get() ?? "") };
}
