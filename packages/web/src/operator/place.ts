/** Whether the page comes from the operator's own port, whose view it then is: nothing else is served there. */
export function isOperatorView(): boolean {
	return /^\/+operator\/*$/.test(window.location.pathname)
}
