/** A part of the screen that is drawn anew when what it shows has changed, so that the document never grows. */
export class Part {
  #key = '';

  /** @param {HTMLElement} node hidden while it has no children */
  constructor(node) {
    this.node = node;
    node.hidden = true;
  }

  /**
   * @param {any} key everything on which the children depend, as JSON
   * @param {() => (Node|string|false|null|undefined)[]} make @returns {boolean} whether the part was drawn
   */
  update(key, make) {
    const json = JSON.stringify(key);
    if (json === this.#key) return false;
    this.#key = json;
    const children = make().filter(Boolean);
    this.node.replaceChildren(...children);
    this.node.hidden = children.length === 0;
    return true;
  }
}

const SMALLEST = 0.5;
const STEP = 0.05;

/**
 * Makes the text of a box as large as the box allows.
 * @param {HTMLElement} box @param {number} [largest] times the size in the style sheet
 */
export function fit(box, largest = 1) {
  for (let scale = largest; scale >= SMALLEST; scale -= STEP) {
    box.style.setProperty('--fit', scale.toFixed(2));
    if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) return;
  }
}

/** Makes the pictures of a list as large as the list allows, all of one size. @param {HTMLElement} list */
export function fitPictures(list) {
  // A heading may need two lines above a small picture.
  for (let pass = 0; pass < 2 && list.firstElementChild; pass += 1) {
    const { columns, size } = largestPictures(list);
    list.style.setProperty('--columns', columns);
    list.style.setProperty('--size', `${Math.floor(size)}px`);
  }
}

function largestPictures(list) {
  const { clientWidth, clientHeight, children } = list;
  const { rowGap, columnGap } = getComputedStyle(list);
  const headings = [...children].map((each) => each.offsetHeight - each.querySelector('.picture').offsetHeight);
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= children.length; columns += 1) {
    const rows = Math.ceil(children.length / columns);
    const width = (clientWidth - parseFloat(columnGap) * (columns - 1)) / columns;
    const height = (clientHeight - parseFloat(rowGap) * (rows - 1)) / rows - Math.max(...headings);
    const size = Math.min(width, height);
    if (size > best.size) best = { columns, size };
  }
  return best;
}
