/** The toolkit's menu is 344 px wide with 26 px around it, which is wider than the narrowest windows. */
const narrowMenu = `
	#radix-popover-content { max-width: calc(100vw - 42px) }
	:host([isMobile]) #radix-popover-content { max-width: calc(100vw - 58px) }`

type Menu = { readonly updateComplete?: Promise<unknown> } & HTMLElement

/**
 * Keeps the menu of the toolkit's button within the window. The toolkit has no variable for the menu's width, but its
 * shadow parts are open.
 */
export function fitMenu(button: HTMLElement): void {
	// The page also opens the menu, which the toolkit announces to no one.
	const shown = new MutationObserver(() => void narrow(button))
	shown.observe(button, { attributes: true, attributeFilter: ['showpopovermenu'] })
}

async function narrow(button: Menu): Promise<void> {
	await button.updateComplete
	const menu = button.shadowRoot?.querySelector('radix-popover')?.shadowRoot
	if (menu == null || menu.adoptedStyleSheets.includes(sheet())) return
	menu.adoptedStyleSheets.push(sheet())
}

let shared: CSSStyleSheet | undefined

function sheet(): CSSStyleSheet {
	if (shared === undefined) {
		shared = new CSSStyleSheet()
		shared.replaceSync(narrowMenu)
	}
	return shared
}
