import { useDoor } from '@accord/codec/door'
import { addon } from './addon.ts'

export type * from '@accord/codec'
export * from '@accord/codec/loaded'

// The codec as native code, which verifies signatures in half the time that WebAssembly takes.
useDoor({ call: (name, parameters) => addon.callCodec(name, parameters) })
