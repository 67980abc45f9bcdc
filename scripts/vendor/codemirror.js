// The editor; loaded when one is opened.
export { EditorState, Compartment, EditorSelection } from '@codemirror/state';
export { EditorView, keymap, drawSelection, highlightSpecialChars, placeholder } from '@codemirror/view';
export { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
export { HighlightStyle, Language, defineLanguageFacet, syntaxHighlighting } from '@codemirror/language';
// Not @codemirror/lang-markdown: it brings the languages of code blocks, 110 KB compressed.
export { parser, GFM } from '@lezer/markdown';
export { autocompletion, completionKeymap } from '@codemirror/autocomplete';
export { tags } from '@lezer/highlight';
