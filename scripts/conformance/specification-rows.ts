import { interfaceSections } from './interface-rows.ts'
import { resourceSections } from './resource-rows.ts'
import type { Section } from './row.ts'

/** Every row of the interface specification, in its order. */
export const specificationSections: readonly Section[] = [...resourceSections, ...interfaceSections]
