import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { httpErpOpenApi } from '#server/erp/http/openApi.ts'
import { endpoints } from '#server/http/verbs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type ErrorCode, errorStatus } from '#shared/errors.ts'
import { strict } from './strict.ts'

/** Serves the OpenAPI 3.1 documents of our API and of the ERP's side, built from the validating schemas. */
export function openApiRoute(app: FastifyInstance): void {
  for (const [path, makeDocument] of [
    ['/api/openapi.json', openApi],
    ['/api/erp-http.openapi.json', httpErpOpenApi],
  ] as const) {
    let text: string | undefined
    app.get(path, async (_request, reply) => {
      text ??= JSON.stringify(makeDocument())
      return reply.type('application/json; charset=utf-8').serializer(String).send(text)
    })
  }
}

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints as readonly Endpoint[]) {
    paths[endpoint.path] = { [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toptan',
      version: '1',
      description:
        'Wholesale ordering: the API of shop and panel. Unknown fields are refused, except that a record may be sent back as it was read: fields that only reads return are ignored.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
      parameters: {
        langCode: {
          name: 'langCode',
          in: 'header',
          schema: { type: 'string' },
          description: 'Language of messages; else that of Accept-Language',
        },
      },
    },
  }
}

function operation(endpoint: Endpoint) {
  const input = schemaOf(strict(endpoint.input), 'input')
  const statuses = new Map<number, string[]>()
  for (const code of codesOf(endpoint))
    statuses.set(errorStatus[code], [...(statuses.get(errorStatus[code]) ?? []), code])
  return {
    summary: endpoint.summary,
    operationId: endpoint.path.split('/').at(-1),
    tags: [endpoint.path.split('/')[2]],
    security: endpoint.access === 'open' ? [] : [{ bearer: [] }],
    parameters: [
      { $ref: '#/components/parameters/langCode' },
      ...queryParameters(endpoint.method === 'GET' ? input : partOf(input, endpoint.alsoInQuery)),
    ],
    ...(endpoint.method === 'POST' ? { requestBody: { content: contentOf(endpoint, input) } } : {}),
    responses: {
      200: {
        description: 'Done',
        content: endpoint.download
          ? Object.fromEntries(
              [endpoint.download]
                .flat()
                .map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
            )
          : { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } },
      },
      ...Object.fromEntries(
        [...statuses].map(([status, of]) => [
          status,
          {
            description: of.join(', '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  }
}

/** The endpoint's own errors, and those raised before it. */
function codesOf({ access, errors, beforeSecondFactor }: Endpoint): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([...errors, 'request.invalid', 'request.tooMany', 'server.failed'])
  if (access === 'open') return codes
  codes.add('session.required')
  if (!beforeSecondFactor) codes.add('session.secondFactorRequired')
  return typeof access === 'object' ? codes.add('permission.denied') : codes
}

function contentOf({ file, files }: Endpoint, input: ObjectSchema) {
  if (!file && !files) return { 'application/json': { schema: input } }
  const bytes = { type: 'string', contentMediaType: 'application/octet-stream' }
  const sent = files && files.maxFiles > 1 ? { type: 'array', items: bytes, maxItems: files.maxFiles } : bytes
  const { properties = {}, required = [] } = input
  const schema = { ...input, properties: { ...properties, file: sent }, required: [...required, 'file'] }
  return { 'multipart/form-data': { schema } }
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] }

function queryParameters({ properties = {}, required = [] }: ObjectSchema) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** Body fields that may be query parameters instead. */
function partOf({ properties = {} }: ObjectSchema, names: readonly string[] = []): ObjectSchema {
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as ObjectSchema
}

const errorSchema = {
  type: 'object',
  required: ['Message', 'code', 'requestId'],
  properties: {
    Message: {
      type: 'string',
      description: 'A sentence in the language of langCode, else of Accept-Language',
    },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    requestId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    lines: { type: 'array', items: { type: 'object' } },
  },
}
