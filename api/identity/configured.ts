import { type Config, ConfigError } from '../process/config.ts'
import type { Identity } from './identity.ts'

/** The identity provider of these settings; throws `ConfigError` where its key cannot sign. */
export async function identityOf({ identity, projectId }: Pick<Config, 'identity' | 'projectId'>): Promise<Identity> {
  if (identity.kind === 'google') {
    const { googleIdentity } = await import('./google.ts')
    const { clientEmail, privateKey } = identity
    return googleIdentity({ projectId, clientEmail, privateKey }).catch(() => {
      throw new ConfigError(
        'FIREBASE_PRIVATE_KEY は 2048 ビット以上の RSA 鍵を PKCS#8 形式 (BEGIN PRIVATE KEY) で指定してください。',
      )
    })
  }
  // The only place that loads the module that accepts unsigned tokens.
  const { emulatorIdentity } = await import('./emulator.ts')
  return emulatorIdentity(projectId)
}
