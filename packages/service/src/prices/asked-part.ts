/** A part as its maker knows it. Numbers grow in the order in which parts are reserved of a maker, over all pairs. */
export type AskedPart = { readonly orderId: string; readonly number: bigint }
