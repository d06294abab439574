/**
 * 128 random bits as 32 hex digits, for move ids. Not crypto.randomUUID: that needs a secure context, and phones on
 * the home network come by plain http.
 */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
