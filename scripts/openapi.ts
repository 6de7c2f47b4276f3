// Prints the contract as OpenAPI 3.1: npm run -s openapi > openapi.json
import { openApi } from '#contract/openapi.ts'
import product from '../package.json' with { type: 'json' }

process.stdout.write(`${JSON.stringify(openApi(product.version), null, 2)}\n`)
