// A long list of pages in a scroller: every page has its place, and only those near the window have their content.

/** @typedef {import("../types").Page} Page */
/** @template {Page} P @typedef {import("../types").Filler<P>} Filler */
/** @template {Page} P @typedef {import("../types").Slot<P>} Slot */

/** How far beyond the window pages are drawn. */
const MARGIN = "600px 0px";

/** So little is always drawn whole, so that the browser's own search finds everything. */
const LITTLE = { pages: 60, chars: 65_536 };

/** @template {Page} P */
export class PagedList {
  /** @type {HTMLElement} */ #root;
  /** @type {Filler<P>} */ #filler;
  /** @type {Map<string, Slot<P>>} */ #slots = new Map();
  /** @type {WeakMap<Element, Slot<P>>} */ #byElement = new WeakMap();
  /** @type {IntersectionObserver} */ #observer;
  #isLittle = false;

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} root
   * @param {Filler<P>} filler
   */
  constructor(scroller, root, filler) {
    this.#root = root;
    this.#filler = filler;
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), { root: scroller, rootMargin: MARGIN });
  }

  /** @param {P[]} pages */
  set(pages) {
    /** @type {Map<string, Slot<P>>} */
    const slots = new Map();
    let chars = 0;
    for (const page of pages) {
      const slot = this.#slots.get(page.key) ?? this.#open(page);
      slot.page = page;
      slots.set(page.key, slot);
      chars += page.size.chars;
    }
    this.#isLittle = pages.length <= LITTLE.pages && chars <= LITTLE.chars;
    for (const [key, slot] of this.#slots) if (!slots.has(key)) this.#close(slot);
    this.#slots = slots;
    // An element that is in its place is not moved: moving one takes the focus out of it.
    let next = this.#root.firstElementChild;
    for (const { element } of slots.values()) {
      if (element === next) next = next.nextElementSibling;
      else this.#root.insertBefore(element, next);
    }
    this.refresh();
  }

  /** Draw anew what is drawn. */
  refresh() {
    for (const slot of this.#slots.values()) {
      if (slot.filled || slot.near || this.#isLittle) this.#fill(slot);
      else this.#reserve(slot);
    }
  }

  /**
   * Draw a page and bring it into view.
   * @param {number} index
   */
  async show(index) {
    const element = await this.draw(index);
    element?.scrollIntoView({ block: "nearest" });
    return element;
  }

  /**
   * Draw a page where it is.
   * @param {number} index
   */
  async draw(index) {
    const slot = [...this.#slots.values()][index];
    if (slot) await this.#fill(slot);
    return slot?.element ?? null;
  }

  /** @param {P} page */
  #open(page) {
    const element = document.createElement("div");
    element.className = "page";
    const slot = { page, element, filled: false, near: false };
    this.#byElement.set(element, slot);
    this.#reserve(slot);
    this.#observer.observe(element);
    return slot;
  }

  /** @param {Slot<P>} slot */
  #close(slot) {
    this.#observer.unobserve(slot.element);
    slot.element.remove();
  }

  /** @param {Slot<P>} slot */
  #reserve({ element, page }) {
    if (!element.firstChild) element.style.blockSize = `${this.#filler.height(page)}px`;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const slot = this.#byElement.get(target);
      if (!slot || slot.near === isIntersecting) continue;
      slot.near = isIntersecting;
      if (isIntersecting) this.#fill(slot);
      else if (slot.filled && !this.#isLittle && !slot.element.contains(document.activeElement)) this.#empty(slot);
    }
  }

  /** @param {Slot<P>} slot */
  async #fill(slot) {
    slot.filled = true;
    const draw = await this.#filler.fill(slot.page, slot.element);
    if (!slot.filled || !draw) return;
    draw();
    slot.element.style.blockSize = "";
  }

  /** @param {Slot<P>} slot */
  #empty(slot) {
    const { element } = slot;
    const height = element.getBoundingClientRect().height;
    slot.filled = false;
    // Hidden panes have no height; what they had is not known then.
    if (height > 0) element.style.blockSize = `${height}px`;
    element.replaceChildren();
    if (height === 0) this.#reserve(slot);
  }
}
