// All other modules of this package import the codec from here.
export type * from '@accord/codec'
export * from '@accord/codec/loaded'
