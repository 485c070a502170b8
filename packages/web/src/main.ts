const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
// The three files of the first view (vite.config.ts), each evaluated in its own task, because together they would block
// the browser.
await import('./load/react.ts')
await nextTask()
await import('./load/schemas.ts')
await nextTask()
const { drawPage } = await import('./load/page.tsx')
await nextTask()
drawPage(root)

function nextTask(): Promise<void> {
	return new Promise(resolve => setTimeout(resolve))
}

export {}
