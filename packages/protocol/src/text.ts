/** Whether a text has only whole characters and no zero character: a database stores no other. */
export const isText = (text: string) => !/[\0\p{Surrogate}]/u.test(text)
