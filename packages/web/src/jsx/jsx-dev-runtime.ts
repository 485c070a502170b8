import type { ElementType, Key } from 'react'
import { jsx, jsxs } from './jsx-runtime.ts'

export { Fragment, type JSX } from './jsx-runtime.ts'

type Props = Parameters<typeof jsx>[1]

/** What elements compile to while developing (`vite`). */
export function jsxDEV(type: ElementType, props: Props, key: Key | undefined, isStatic: boolean) {
	return (isStatic ? jsxs : jsx)(type, props, key)
}
