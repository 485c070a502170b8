import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

type ChunkGroup = {
	readonly name: string
	readonly test: RegExp | ((id: string) => boolean)
	readonly priority: number
}

/** The oldest browsers with `light-dark()`, which the theme needs; the build lowers newer syntax for them. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

const first = firstLoad()

// The workspace's own packages are read from source, so they need no build.
export default defineConfig({
	root: import.meta.dirname,
	plugins: [first.plugin, compressed()],
	resolve: { conditions: ['accord-source', 'browser', 'import', 'module', 'default'] },
	build: {
		target: browsers,
		emptyOutDir: true,
		// The content security policy allows no inline scripts.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		chunkSizeWarningLimit: 2_000,
		rolldownOptions: { output: { codeSplitting: { groups: first.groups } } },
	},
})

/** Writes compressed copies of the files, which the service sends to browsers that accept them. */
function compressed(): Plugin {
	return {
		name: 'compressed',
		writeBundle({ dir }) {
			if (dir === undefined) return
			for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
				if (!/\.(js|css|html|svg|wasm)$/.test(name)) continue
				const file = join(dir, name)
				const content = readFileSync(file)
				writeFileSync(`${file}.br`, brotliCompressSync(content))
				writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
			}
		},
	}
}

/** Messages that only the views of makers and operators read: their own files have them. */
const ofKeyViews = /packages\/protocol\/src\/(maker|operator)\//

/**
 * Builds the first view as three files, which the page fetches at once and `main.ts` evaluates one after another. By
 * default the build makes a separate file for each set of modules that the same other views also use.
 */
function firstLoad(): { readonly groups: ChunkGroup[]; readonly plugin: Plugin } {
	const modules = new Set<string>()
	const groups = [
		// None of them may contain the code that loads them.
		{ name: 'preload', test: /preload-helper/, priority: 4 },
		{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
		{
			name: 'schemas',
			test: (id: string) => modules.has(id) && /packages\/protocol\//.test(id),
			priority: 2,
		},
		{ name: 'page', test: (id: string) => modules.has(id), priority: 1 },
	]
	const plugin: Plugin = {
		name: 'first-load',
		buildEnd() {
			const add = (id: string) => {
				if (modules.has(id) || ofKeyViews.test(id)) return
				modules.add(id)
				for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported)
			}
			for (const id of this.getModuleIds()) if (id.endsWith('/src/load/page.tsx')) add(id)
		},
		transformIndexHtml: {
			order: 'post',
			handler: (_, { bundle = {} }) => {
				const files = Object.keys(bundle).filter(file => /^assets\/(react|schemas|page)-/.test(file))
				return files.map(file => {
					const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
					return { tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head' }
				})
			},
		},
	}
	return { groups, plugin }
}
