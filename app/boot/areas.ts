type Areas = typeof import('~/areas/areas').areas

let areas: Areas | undefined

/** Called once by client and server. Imported where they are used, a new area would change the file that most of the app is in. */
export function provideAreas(given: Areas) {
  areas = given
}

export function providedAreas(): Areas {
  if (!areas) throw new Error('No areas.')
  return areas
}
