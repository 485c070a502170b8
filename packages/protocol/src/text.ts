/** Whether a text has only complete characters and no zero character: a database can store no other. */
export const isText = (text: string) => !/[\0\p{Surrogate}]/u.test(text)
