/** The version of all three interfaces. Whatever is added to them keeps old clients working; before 1.0.0 more may change. */
export const apiVersion = '0.1.0'
