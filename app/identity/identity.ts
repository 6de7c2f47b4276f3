/** The identity SDK, as the rest of the app knows it. */
export interface Identity {
  isSignedIn(): boolean
  /** Never cached here: the SDK refreshes before expiry. Empty when signed out. */
  token(options?: { force: boolean }): Promise<string>
  signIn(firebaseToken: string): Promise<{ uid: string }>
  signOut(): Promise<void>
  /** Calls when the person is gone, whichever tab signed out. */
  onSignedOut(listener: () => void): () => void
}

/** A new custom token for a live ID token. */
export type RenewToken = (liveToken: string) => Promise<string>
