import { accountAddress, isPlayKey, type KeyPair, keyPairFromPrivateKey } from '@accord/ledger'
import { simulatorNetworkId } from '@accord/protocol'
import type { Config } from './config.ts'

/**
 * The service's identity on the ledger: the key that signs outers, the previous key while orders may still name it, and
 * the account that receives platform fees.
 */
export type ServiceIdentity = { readonly keyPair: KeyPair; readonly formerKeyPair?: KeyPair; readonly account: string }

/**
 * The service's key and account. Throws on any other network if the key is one of the local network's public keys
 * (decision 33).
 */
export function serviceIdentity(
	config: Pick<Config, 'networkId' | 'serviceKey' | 'formerServiceKey' | 'serviceAccount'>,
): ServiceIdentity {
	const { networkId, serviceAccount, formerServiceKey } = config
	const keyPair = keyPairFromPrivateKey(config.serviceKey)
	if (networkId !== simulatorNetworkId && isPlayKey(keyPair)) {
		throw new Error(
			`the service key is a public play key of the local network: it must not be used on network ${networkId}`,
		)
	}
	const former = formerServiceKey && { formerKeyPair: keyPairFromPrivateKey(formerServiceKey) }
	return { keyPair, ...former, account: serviceAccount ?? accountAddress(keyPair, networkId) }
}
