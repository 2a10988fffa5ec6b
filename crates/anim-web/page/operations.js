// Operations on clips: a form made from what the module declares, and the list of those that were added.

import { element } from "./element.js";

const at = (id) => document.getElementById(id);

export class Operations {
  #known = [];
  #changed;
  /** The operations in their order: `{ name, value }`, without a value where none was given. */
  steps = [];

  /** `changed` is called after each change of the list. */
  constructor(known, steps, changed) {
    this.#known = known;
    this.#changed = changed;
    at("operation-name").append(...known.map(({ name }) => element("option", { value: name }, name)));
    at("operation-name").addEventListener("change", () => this.#ask());
    at("operation").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add();
    });
    const names = new Set(known.map(({ name }) => name));
    this.steps = steps.filter(({ name }) => names.has(name));
    this.#ask();
    this.#list();
  }

  #chosen() {
    return this.#known.find(({ name }) => name === at("operation-name").value);
  }

  /** Asks for the argument of the operation that is chosen. */
  #ask() {
    const { value, needed, help } = this.#chosen();
    const argument = at("argument");
    const field = argument.querySelector("input");
    argument.hidden = value === null;
    argument.querySelector("span").textContent = needed ? value : `${value} (optional)`;
    Object.assign(field, { value: "", required: needed, disabled: value === null });
    at("operation-help").textContent = help;
  }

  #add() {
    const { name, value } = this.#chosen();
    const given = at("argument").querySelector("input").value.trim();
    this.steps = [...this.steps, value === null || given === "" ? { name } : { name, value: given }];
    this.#ask();
    this.#list();
    this.#changed();
  }

  #list() {
    const item = ({ name, value }, index) => {
      const words = value === undefined ? name : `${name} ${value}`;
      const remove = element("button", { type: "button", ariaLabel: `Remove ${words}` }, "Remove");
      remove.addEventListener("click", () => {
        this.steps = this.steps.toSpliced(index, 1);
        this.#list();
        this.#changed();
      });
      return element("li", {}, element("code", {}, words), remove);
    };
    at("steps").replaceChildren(...this.steps.map(item));
  }
}
