// What the page is drawn with.
import { h } from 'preact';
import htm from 'htm';
export { h, render, Fragment, createRef } from 'preact';
export { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
export { batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from '@preact/signals';
export const html = htm.bind(h);
