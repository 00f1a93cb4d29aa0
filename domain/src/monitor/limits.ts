/** Maximum length of the description of a monitor, in characters. */
export const DESCRIPTION_LENGTH_MAX = 10_000;
/** Maximum tags of a monitor. */
export const TAGS_MAX = 20;
/** Maximum length of a tag, in characters. As in Cronitor, so that a tag can name a namespace of Kubernetes. */
export const TAG_LENGTH_MAX = 100;
