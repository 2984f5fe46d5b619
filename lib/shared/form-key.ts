/** The hidden field of a form that works without scripts: what its page showed, so that sending it twice has one effect. */
export const FORM_KEY = "rendering";
