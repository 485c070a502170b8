import { createRequire } from 'node:module'

/** The `toolchain` to stamp; by default this machine's. */
type Options = { log(line: string): void; readonly toolchain?: string }

/** A program committed in its built form: `packages/ledger/native/committed-build.cjs`. */
export type CommittedBuild = {
	readonly name: string
	isCurrent(): boolean
	generate(options: Options): void
	verify(place: string, options: Options): readonly BuiltArtifact[]
}

export type BuiltArtifact = { readonly artifact: string; readonly sha256: string; readonly isSame: boolean }

const require = createRequire(import.meta.url)

export const committedBuilds: readonly CommittedBuild[] = [
	require('../packages/ledger/native/codec-build.cjs'),
	require('../packages/ledger/native/ledger-build.cjs'),
	require('../blueprints/build.cjs'),
]
