import type { Page } from 'playwright-core'
import { untilEqual } from '../network/until.ts'

/**
 * Waits until the content is exactly as wide as the window. A phone zooms out on wider content, so it is checked for the
 * window that it was given.
 */
export async function fitsWidth(page: Page, where: string): Promise<void> {
	const width = () => page.evaluate<number>('document.documentElement.scrollWidth')
	await untilEqual(`the width of ${where}`, width, page.viewportSize()?.width)
}

/** Controls that, when scrolled to as by a keyboard, lie below something else or outside the window. */
export function covered(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(`Array.from(document.querySelectorAll('button, a[href], input, select, summary'))
		.filter(element => element.checkVisibility() && !element.disabled)
		.filter(element => {
			element.focus()
			const { left, top, width, height } = element.getBoundingClientRect()
			const hit = document.elementFromPoint(left + width / 2, top + height / 2)
			return hit === null || !(element.contains(hit) || hit.contains(element))
		})
		.map(element => element.outerHTML.slice(0, 120))`)
}

/** Content that extends beyond its panel, card or dialog, and tables that scroll sideways. */
export function outside(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(`Array.from(document.querySelectorAll('.panel *, .dialog *'))
		.filter(element => element.matches('button, a[href], input, select, .table-box') && element.checkVisibility())
		.filter(element => {
			const box = element.parentElement.closest('.card, .panel, .dialog').getBoundingClientRect()
			const { left, right } = element.getBoundingClientRect()
			return left < box.left - 1 || right > box.right + 1 || element.matches('.table-box') && element.scrollWidth > element.clientWidth + 1
		})
		.map(element => element.outerHTML.slice(0, 120))`)
}

/** Figures whose digits are broken over two lines, or cut. */
export function brokenFigures(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(`(() => {
		const found = []
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		while (texts.nextNode()) {
			const { data, parentElement } = texts.currentNode
			for (const { 0: figure, index } of data.matchAll(/(?<!\\w)\\d[\\d.,’]*\\d(?!\\w)/g)) {
				if (parentElement.matches('code, pre, .copyable *') || !parentElement.checkVisibility()) continue
				const range = document.createRange()
				range.setStart(texts.currentNode, index)
				range.setEnd(texts.currentNode, index + figure.length)
				const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
				if (lines.size > 1) found.push(figure + ' in ' + parentElement.outerHTML.slice(0, 120))
			}
		}
		for (const number of document.querySelectorAll('.amount-number')) {
			if (!number.checkVisibility()) continue
			const groups = Array.from(number.querySelectorAll('.amount-group'), group => Math.round(group.getBoundingClientRect().top))
			const isCut = number.scrollWidth > number.clientWidth + 1
			if (new Set(groups).size > 1 || isCut) found.push(number.textContent)
		}
		return found
	})()`)
}

/** Texts smaller than 13 px. */
export function tooSmall(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(`Array.from(document.querySelectorAll('body *'))
		.filter(element => element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 13)
		.filter(element => Array.from(element.childNodes).some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ''))
		.map(element => element.outerHTML.slice(0, 120))`)
}
