// The Firebase Auth emulator of the demo and the tests, without the suite around it: one port, no Java, no internet.
// `firebase emulators:start` runs this same class, but also a hub, a logging server and calls to Google.
import { createRequire } from 'node:module'

interface Emulator {
  start(): Promise<void>
}
const { AuthEmulator } = createRequire(import.meta.url)('firebase-tools/lib/emulator/auth') as {
  AuthEmulator: new (options: { host: string; port: number; projectId: string; singleProjectMode: string }) => Emulator
}

const emulator = new AuthEmulator({
  host: '127.0.0.1',
  port: Number(process.env.FIREBASE_AUTH_EMULATOR_PORT ?? 9099),
  projectId: process.env.FIREBASE_PROJECT_ID ?? 'demo-karada-desk',
  singleProjectMode: 'error',
})
// It has no state, so signals are not handled: they end it at once, even during start-up.
await emulator.start()
