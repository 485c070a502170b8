/** An order's id as its maker knows it: never the user's subintent id. */
export const exampleOrderId = '5f0c6f3c8d1b4b0e9a7d2c41e8f6a310'
