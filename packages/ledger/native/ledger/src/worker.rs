use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

use crate::error::{Error, Result};

const STACK_BYTES: usize = 8 * 1024 * 1024;

pub type Job<T> = Box<dyn FnOnce(&mut T) + Send>;
/// Called exactly once with the result of a job.
pub type Done<R> = Box<dyn FnOnce(Result<R>) + Send>;

/// Threads that take jobs from one queue, each with a `T` of its own.
pub struct Workers<T> {
    queue: Sender<Job<T>>,
    threads: Vec<JoinHandle<()>>,
}

impl<T: 'static> Workers<T> {
    /// `make` runs on the thread itself: what it creates need not be `Send`.
    pub fn start<M>(name: &str, count: usize, make: M) -> Result<Self>
    where
        M: FnMut() -> T + Send + Clone + 'static,
    {
        let (queue, jobs) = channel::<Job<T>>();
        let jobs = Arc::new(Mutex::new(jobs));
        let threads = (0..count)
            .map(|_| {
                let (jobs, mut make) = (jobs.clone(), make.clone());
                Builder::new()
                    .name(name.into())
                    .stack_size(STACK_BYTES)
                    .spawn(move || run(&jobs, &mut make()))
            })
            .collect::<std::io::Result<_>>()?;
        Ok(Self { queue, threads })
    }

    pub fn queue(&self) -> Sender<Job<T>> {
        self.queue.clone()
    }

    /// Ends the threads after the jobs that are queued.
    pub fn finish(self) {
        drop(self.queue);
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// A panic becomes an error; the thread goes on.
pub fn send<T, R, F>(queue: &Sender<Job<T>>, work: F, done: Done<R>) -> Result<()>
where
    T: 'static,
    R: 'static,
    F: FnOnce(&mut T) -> Result<R> + Send + 'static,
{
    let job: Job<T> = Box::new(move |worker| {
        let result = catch_unwind(AssertUnwindSafe(|| work(worker)));
        done(result.unwrap_or_else(|panic| Err(panicked(panic))));
    });
    queue.send(job).map_err(|_| Error::closed())
}

fn run<T>(jobs: &Mutex<Receiver<Job<T>>>, worker: &mut T) {
    loop {
        let job = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        match job {
            Ok(job) => job(worker),
            Err(_) => return,
        }
    }
}

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Error {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    Error::internal(format!("panic: {}", message.unwrap_or("without a message")))
}
