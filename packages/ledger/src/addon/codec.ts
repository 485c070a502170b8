import { useDoor } from '@accord/codec/door'
import { addon } from './addon.ts'

export type * from '@accord/codec'
export * from '@accord/codec/loaded'

// The codec as native code, where there is some: it verifies signatures in half the time that WebAssembly takes.
if (addon !== undefined) {
	const { callCodec } = addon
	useDoor({ call: (name, parameters) => callCodec(name, parameters) })
}
