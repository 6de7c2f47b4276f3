import { ensureBuilt } from '../../scripts/lib/build.mjs'
import {
  createSupervisor,
  publishStack,
  seededFolder,
  startApi,
  startApp,
  startEmulator,
  startMailCatcher,
  temporaryFolder,
} from './stack.ts'

/** Builds, seeds and starts emulator, API and app for all browser tests; returns a teardown. */
export default async function globalSetup() {
  const supervisor = createSupervisor()
  try {
    await ensureBuilt(supervisor, 'node')
    const seeded = await seededFolder(supervisor)
    const emulatorPort = await startEmulator(supervisor)
    const { smtpPort, mailbox } = await startMailCatcher(supervisor)
    const api = await startApi(supervisor, { seeded, emulatorPort, smtpPort })
    const app = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort })
    publishStack({ app, api: api.origin, emulatorPort, mailbox, seeded, sessions: temporaryFolder() })
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return () => supervisor.stop()
}
