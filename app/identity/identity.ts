/** Interface of the identity SDK for the rest of the app. */
export interface Identity {
  isSignedIn(): boolean
  /** Never cached here: the SDK refreshes before expiry. Empty when signed out. */
  token(options?: { force: boolean }): Promise<string>
  signIn(firebaseToken: string): Promise<{ uid: string }>
  signOut(): Promise<void>
  /** Calls back on sign-out in any tab. */
  onSignedOut(listener: () => void): () => void
}

/** Exchanges a valid ID token for a new custom token. */
export type RenewToken = (liveToken: string) => Promise<string>
