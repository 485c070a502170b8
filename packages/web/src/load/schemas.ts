export { pairKey } from '@accord/protocol'
