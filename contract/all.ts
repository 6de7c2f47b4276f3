import { announcement } from './announcement.ts'
import { auth } from './auth.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'
import { image } from './image.ts'
import { report } from './report.ts'
import { shop } from './shop.ts'
import { user } from './user.ts'

/** The whole contract, a resource a line. */
export const contract = { auth, user, shop, report, announcement, image } as const satisfies Record<string, Endpoints>

/** Every endpoint with its name, such as `shop.update`: what audit rows and tests call it. */
export const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(contract).flatMap(([resource, table]) =>
  Object.entries(table as Endpoints).map(([verb, endpoint]): [string, Endpoint] => [`${resource}.${verb}`, endpoint]),
)
