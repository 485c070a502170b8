import { createElement, type ElementType, Fragment, type JSX, type Key, type ReactNode } from 'react'
import * as react from 'react/jsx-runtime'

// The guarantee: a text of the page stands alone in its element. A browser's translator replaces text nodes. React would
// then fail to remove a text that stands beside something else, or to insert something before it, and would change one
// that nobody sees any more; a text that is alone it only overwrites.

export { Fragment, type JSX }

type Props = { readonly children?: ReactNode; readonly value?: unknown }

/** What `<type …>child</type>` compiles to, with one child or none. */
export function jsx(type: ElementType, props: Props, key?: Key): ReturnType<typeof react.jsx> {
	if (type === 'option') return react.jsx(type, optionProps(props), key)
	if (type !== Fragment || !isText(props.children)) return react.jsx(type, props, key)
	return react.jsx(type, { ...props, children: alone(props.children) }, key)
}

/** The same with several children. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReturnType<typeof react.jsxs> {
	const { children } = props
	if (!Array.isArray(children)) return react.jsxs(type, props, key)
	if (children.every(child => isText(child) || isNothing(child)))
		return jsx(type, { ...props, children: children.filter(isText).join('') }, key)
	return react.jsxs(type, { ...props, children: joined(children).map(alone) }, key)
}

/** Texts that follow each other become one, in the place of the first: the places of all other children stay the same. */
function joined(children: readonly ReactNode[]): ReactNode[] {
	const result: ReactNode[] = [...children]
	let first: number | undefined
	for (const [at, child] of children.entries()) {
		if (isNothing(child)) continue
		if (!isText(child)) first = undefined
		else if (first === undefined) first = at
		else {
			result[first] = `${result[first]}${child}`
			result[at] = null
		}
	}
	return result
}

/** Blanks are left where they are: translators ignore them, and so do boxes that lay out their children. */
function alone(child: ReactNode): ReactNode {
	return isText(child) && `${child}`.trim() !== '' ? createElement('span', undefined, child) : child
}

function isText(child: ReactNode): child is string | number {
	return typeof child === 'string' || typeof child === 'number'
}

function isNothing(child: ReactNode): boolean {
	return child === null || child === undefined || typeof child === 'boolean'
}

/** An option's value must not follow the translation of its text. */
function optionProps(props: Props): Props {
	return { ...props, value: props.value ?? props.children }
}
