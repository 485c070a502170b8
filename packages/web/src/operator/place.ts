/** Whether the page comes from the operator's own port, which serves only the operator's view. */
export function isOperatorView(): boolean {
	return /^\/+operator\/*$/.test(window.location.pathname)
}
