/** Copying to the clipboard. */
import { toast } from './announce.js';
import { el } from './dom.js';
import { text } from '../strings.js';

/** Copies a text and shows a toast. */
export async function copyText(value, done) {
  const copied = await navigator.clipboard?.writeText(value).then(() => true, () => false);
  toast(copied || copyBySelection(value) ? done : text.notCopied);
}

/** Works without a secure context, unlike the Clipboard API. */
function copyBySelection(value) {
  const field = el('textarea');
  field.value = value;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
