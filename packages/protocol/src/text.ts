/** Whether a text is of whole characters and without a zero character: no database keeps another. */
export const isText = (text: string) => !/[\0\p{Surrogate}]/u.test(text)
