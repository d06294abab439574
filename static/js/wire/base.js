/** The path under which the server lives, such as `/five`; "" at the root of its site. */
export const base = new URL('../../', import.meta.url).pathname.slice(0, -1);
