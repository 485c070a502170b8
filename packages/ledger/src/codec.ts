// Everything in this package has the codec from here.
export type * from '@accord/codec'
export * from '@accord/codec/loaded'
