// All of this package gets the codec from here.
export type * from '@accord/codec'
export * from '@accord/codec/loaded'
