import type { Page } from 'playwright-core'

/**
 * Does to the page what a browser's translator does, from its first text on: each text node is replaced by elements with
 * a new one, except where `translate="no"` says that there is nothing to translate.
 */
export async function translate(page: Page): Promise<void> {
	await page.addInitScript(`(() => {
		const isDone = ({ data, parentElement }) =>
			data.trim() === '' || parentElement === null || parentElement.closest('font, [translate="no"], script, style, head') !== null
		const translate = text => {
			if (isDone(text)) return
			const inner = document.createElement('font')
			const outer = document.createElement('font')
			inner.append(text.data)
			outer.append(inner)
			text.replaceWith(outer)
		}
		const textsIn = node => {
			if (node.nodeType === Node.TEXT_NODE) return [node]
			const texts = []
			const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
			while (walker.nextNode()) texts.push(walker.currentNode)
			return texts
		}
		new MutationObserver(changes => {
			for (const { addedNodes, target, type } of changes)
				for (const node of type === 'characterData' ? [target] : addedNodes)
					if (node.isConnected) textsIn(node).forEach(translate)
		}).observe(document, { childList: true, characterData: true, subtree: true })
	})()`)
}

/**
 * Texts beside something else in one element, which React could neither remove nor change once they are translated. An
 * untranslated page is asked.
 */
export function loseableTexts(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(`(() => {
		const found = []
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		while (texts.nextNode()) {
			const { data, parentElement } = texts.currentNode
			const isAlone = parentElement.childNodes.length === 1
			if (data.trim() !== '' && !isAlone && parentElement.tagName !== 'NOSCRIPT') found.push(data + ' in ' + parentElement.outerHTML.slice(0, 160))
		}
		return found
	})()`)
}
