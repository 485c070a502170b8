/** The version of all three interfaces. Additions keep old clients working; before 1.0.0 more may change. */
export const apiVersion = '0.1.0'
