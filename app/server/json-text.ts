import { createSerializationAdapter } from '@tanstack/react-router'

/**
 * A JSON response for the browser, sent as text and parsed there once. Start would serialise the object in its own
 * format, at several times the cost of JSON.parse.
 */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Serialises a JsonText as text; the browser receives the parsed value. */
export const jsonTextAdapter = createSerializationAdapter({
  key: 'JsonText',
  test: (value): value is JsonText => value instanceof JsonText,
  toSerializable: ({ text }) => text,
  fromSerializable: (text: string) => JSON.parse(text),
})
